/** Replaces the Node module that the HPKE library imports if there is no Web Crypto; never used in a browser. */
export const webcrypto = undefined
