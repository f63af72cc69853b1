/** The hand-written types of the published declarations equal those of the schemas. */
import type { ThemeVariables as WireThemeVariables } from '@airlock/protocol/contracts/shapes/theme.ts'
import type { Namespace as WireNamespace } from '@airlock/protocol/scalars/caip.ts'
import { expectTypeOf, test } from 'vitest'
import type { Namespace, ThemeVariables } from '../src/types.ts'

test('namespaces and theme variables', () => {
  expectTypeOf<Namespace>().toEqualTypeOf<WireNamespace>()
  expectTypeOf<ThemeVariables>().toEqualTypeOf<WireThemeVariables>()
})
