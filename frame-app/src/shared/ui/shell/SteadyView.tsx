import type { FormEvent, ReactNode } from 'react'
import styles from './SteadyView.module.css'

interface SteadyViewProps {
  /** Makes it a form. */
  onSubmit?: ((event: FormEvent) => void) | undefined
  'data-font'?: 'fixed' | undefined
  /** The content, then a `ViewFooter`. */
  children: ReactNode
}

/** As high in every state: what comes and goes in it moves neither a field nor the main action in its footer. */
export function SteadyView({ onSubmit, ...native }: SteadyViewProps) {
  if (onSubmit) return <form noValidate onSubmit={onSubmit} className={styles.view} {...native} />
  return <div className={styles.view} {...native} />
}
