/** One button for every state of the connection. Its size never changes, neither with the state nor on hydration. */
import type { State } from '@airlock/host-sdk'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { type ButtonOptions, defaultLabel, looksOf, openFor } from '../ui/looks.ts'
import { applyStyle } from '../ui/style.ts'
import { useHydrated, useInstance, useSelected } from './hooks.ts'

export interface AirlockButtonProps extends ButtonOptions {
  disabled?: boolean | undefined
  className?: string | undefined
  /** Renders the button's content instead of the default one. */
  children?: ((state: State) => ReactNode) | undefined
}

export function AirlockButton({ disabled, className = '', children, ...options }: AirlockButtonProps): ReactElement {
  const airlock = useInstance()
  const state = useSelected((state) => state)
  const { label = defaultLabel, namespace } = options
  // Under a strict policy, server-rendered markup has no style yet; an SVG has its size without one.
  if (!useHydrated()) return <svg className="airlock-skeleton" role="img" aria-label={label} width="176" height="44" />
  const look = looksOf(state, options)
  const isBusy = look.status === 'connecting'
  return (
    <button
      ref={applyStyle}
      type="button"
      className={`airlock-button ${className}`}
      disabled={disabled}
      data-status={look.status}
      aria-haspopup="dialog"
      aria-busy={isBusy}
      // as: React's type of styles has no custom properties. Styles set by script are allowed by every policy.
      style={{ colorScheme: state.theme, '--airlock-hue': look.hue } as CSSProperties}
      onPointerEnter={airlock.prefetch}
      onFocus={airlock.prefetch}
      onClick={() => openFor(airlock, look.status, namespace)}
    >
      {children ? (
        children(state)
      ) : (
        <>
          {look.hue !== undefined && <span className="airlock-avatar" />}
          <span className="airlock-text">
            <span>{look.label}</span>
            {look.detail && <span>{look.detail}</span>}
          </span>
        </>
      )}
    </button>
  )
}
