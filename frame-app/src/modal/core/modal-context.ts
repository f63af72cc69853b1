/** The flows' context for views, which only read atoms and call flows. */
import { createContext, useContext } from 'react'
import type { ModalContext } from './context.ts'

const Context = createContext<ModalContext | null>(null)

export const ModalContextProvider = Context.Provider

export function useModal(): ModalContext {
  const context = useContext(Context)
  if (!context) throw new Error('useModal outside the modal')
  return context
}
