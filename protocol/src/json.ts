/** The only values that may cross an origin: what JSON can write. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
