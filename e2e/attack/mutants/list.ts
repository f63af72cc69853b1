/** Every mutant, in the order of the wire: protocol, page, modal. */
import { modal } from './modal.ts'
import type { Mutant } from './mutant.ts'
import { page } from './page.ts'
import { protocol } from './protocol.ts'

export const mutants: readonly Mutant[] = [...protocol, ...page, ...modal]
