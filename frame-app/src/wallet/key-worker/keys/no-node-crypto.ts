/** Stands for the module of Node that the HPKE library asks for where there is no Web Crypto; never reached in a browser. */
export const webcrypto = undefined
