/** The theme of the page, without its font, which could hide or change what the user approves. */
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import type { ThemeRequest } from '../../shared/theme/apply.ts'

export type Theme = WalletEnd['app']['handles']['SYNC_THEME']['request']

export function themeOf({ mode, system, motion, variables }: Theme): ThemeRequest {
  const { fontFamily: _, ...kept } = variables
  return { mode: mode === 'auto' ? system : mode, variables: kept, motion }
}
