/** The social logins that are offered, with their names. */
import { SocialProviders } from '@airlock/protocol/contracts/shapes/socials.ts'
import { useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { useModal } from '../../modal-context.ts'
import { socialsAtom } from '../../state/embedded.ts'
import { marks } from './marks.ts'

export interface OfferedSocial {
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
}

const known: Readonly<Record<string, { readonly name: string } | undefined>> = marks

export function useSocials(): readonly OfferedSocial[] {
  const { project } = useModal()
  const ids = useAtomValue(socialsAtom)
  const record = z.safeParse(SocialProviders, project.socials)
  return ids.map((id) => {
    const entry = record.data?.find((one) => one.id === id)
    return { id, name: entry?.name ?? known[id]?.name ?? id, icon: entry?.icon }
  })
}
