/**
 * The embedded wallet, as the host announces it to the libraries of its page. The icon is in base64, the one form that EIP-6963 and the
 * Wallet Standard share; it cannot contain markup, even if a library inserts it into a page. Each page of the frames holds it, hence its
 * limit.
 */
import * as z from 'zod/mini'
import { line } from '../../scalars/line.ts'

export const WalletName = line(64).check(z.regex(/\S/))
export const WalletIcon = z
  .string()
  .check(z.maxLength(16_384), z.regex(/^data:image\/(png|jpeg|webp|gif|svg\+xml);base64,[A-Za-z0-9+/]+=*$/))

export const Announced = z.strictObject({ name: WalletName, icon: WalletIcon })
export type Announced = z.infer<typeof Announced>
