/** The page's labels for addresses: shown beside an address, never instead of it. */
import * as z from 'zod/mini'
import { Name } from '../../scalars/values.ts'

/** Keyed by address, as `labelKey` writes it; of any namespace. */
export const AddressLabels = z.record(z.string().check(z.regex(/^[0-9a-zA-Z]{20,128}$/)), Name)

/** Maximum number per page. */
export const mostLabels = 256

/** EVM addresses are written with and without a checksum. */
export const labelKey = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address)
