# Pax Pamir, ambas ediciones: condiciones.
mark-paid = en este turno has puesto rupias sobre { NP($thing) }
    .not = en este turno no has puesto rupias sobre { NP($thing) }
mark-used = en este turno ya se ha usado { NP($thing) }
    .not = en este turno aún no se ha usado { NP($thing) }
query-beside = { NP($card) } está junto a { NP($goal) } en el anillo de cortes
    .not = { NP($card) } no está junto a { NP($goal) } en el anillo de cortes
