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
]
