/** Airlock for React 18 and 19. The page creates its instance once, outside of components; nothing here creates or destroys one. */
import type { Airlock } from '@airlock/host-sdk'
import type { ReactElement, ReactNode } from 'react'
import { AirlockContext } from './hooks.ts'

export { AirlockButton, type AirlockButtonProps } from './AirlockButton.tsx'
export { AirlockEmbed, type AirlockEmbedProps } from './AirlockEmbed.tsx'
export {
  type UseAirlock,
  type UseNetwork,
  type UseTheme,
  useAccount,
  useAirlock,
  useAirlockEvents,
  useNetwork,
  useProvider,
  useTheme,
} from './hooks.ts'

export interface AirlockProviderProps {
  airlock: Airlock
  children?: ReactNode
}

export function AirlockProvider({ airlock, children }: AirlockProviderProps): ReactElement {
  return <AirlockContext.Provider value={airlock}>{children}</AirlockContext.Provider>
}
