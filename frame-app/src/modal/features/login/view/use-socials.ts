import { useAtomValue } from 'jotai'
import { type OfferedSocial, readSocials } from '../../../../shared/ui/images/social.ts'
import { useModal } from '../../../core/modal-context.ts'
import { socialsAtom } from '../../../session/state/embedded.ts'

export function useSocials(): readonly OfferedSocial[] {
  const { project } = useModal()
  return readSocials(useAtomValue(socialsAtom), project.socials)
}
