mark-paid = este turno has puesto una rupia en { NP($thing) }
    .not = este turno no has puesto ninguna rupia en { NP($thing) }
mark-used = { NP($thing) } ya se ha usado este turno
    .not = { NP($thing) } no se ha usado este turno
