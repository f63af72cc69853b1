/** Decides which account names are shown. */
import type { Identity as Wire } from '@airlock/protocol/gateway/names.ts'
import { mixesScripts, toDisplayText } from '../../../shared/format/display-text.ts'
import { gatewayImage } from '../../core/api/gateway-image.ts'
import type { Identity } from './identity.ts'

const longest = 64
/** In CSS pixels. */
const avatarSide = 64

/** Rejects a name that could pass for a sentence, an address or another name. */
export function readIdentity({ name, avatar }: Pick<Wire, 'name' | 'avatar'>, gateway: string | undefined): Identity {
  const shown = toDisplayText(name ?? '', { max: longest })
  const isName = shown === name && /^[^\s/:@]+\.[^\s/:@]+$/u.test(shown) && !mixesScripts(shown)
  if (!isName) return { name: undefined, avatar: undefined, avatarUrl: undefined }
  return {
    name: shown,
    avatar: avatar || undefined,
    avatarUrl: gatewayImage(avatar, { base: gateway, side: avatarSide }),
  }
}
