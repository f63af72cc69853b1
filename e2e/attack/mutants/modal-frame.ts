/** Weakenings. What a page gives the modal to show, and what the modal sends out. */
import { type Mutant, weaken } from './mutant.ts'

const overrides = 'frame-app/src/shared/i18n/overrides.ts'
const locked = 'frame-app/src/shared/i18n/locked.ts'

export const modalFrame: readonly Mutant[] = [
  weaken('C60', 'a page replaces locked texts', overrides, 'if (isLocked(key)) return', 'if (key === "") return'),
  weaken('C60', 'texts of the device approval are free', locked, `emailDevice: 'locked'`, `emailDevice: 'free'`),
  weaken(
    'C60',
    'only whole groups are locked',
    locked,
    'rule.locked.some((prefix) => key.startsWith(prefix))',
    'rule.locked.includes(group)',
  ),
  weaken(
    'C60',
    'a text may leave out values of the original',
    overrides,
    'if (missing.length > 0) return',
    'if (missing.length > 99) return',
  ),
  weaken(
    'C62',
    'large messages are counted, not weighed',
    'protocol/src/channel.ts',
    `if (!volume.take(size)) return end('FLOOD')`,
    '',
  ),
  weaken(
    'C62',
    'an honest end sends faster than the other end accepts',
    'protocol/src/channel/outbox.ts',
    'if (!pace.take() || !volume.take(entry.size)) {',
    'if (!pace.take()) {',
  ),
  weaken(
    'C62',
    'the signed object of a session may hold anything',
    'protocol/src/contracts/shapes/sign-in.ts',
    'cacao: z.optional(Cacao)',
    'cacao: z.optional(z.unknown())',
  ),
]
