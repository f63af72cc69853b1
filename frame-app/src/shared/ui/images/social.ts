/** A social login as it is shown: as the project record names it, or else by its well-known name. */
import { SocialProviders } from '@airlock/protocol/contracts/shapes/socials.ts'
import * as z from 'zod/mini'
import { marks } from './social-marks.ts'

export interface OfferedSocial {
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
}

const known: Readonly<Record<string, { readonly name: string } | undefined>> = marks

/** @param socials of the project record */
export function readSocials(ids: readonly string[], socials: unknown): readonly OfferedSocial[] {
  const record = z.safeParse(SocialProviders, socials)
  return ids.map((id) => {
    const entry = record.data?.find((one) => one.id === id)
    return { id, name: entry?.name ?? known[id]?.name ?? id, icon: entry?.icon }
  })
}
