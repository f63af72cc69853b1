import { type ReactNode, useId } from 'react'
import { useRovingFocus } from '../list/use-roving-focus.ts'
import styles from './Tabs.module.css'

export interface TabsProps<Name extends string> {
  label: string
  tabs: readonly { readonly name: Name; readonly label: string }[]
  current: Name
  onChoose: (name: Name) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs for a few ways to do one thing. Arrows move the focus; only a press chooses, because a tab may start something. */
export function Tabs<Name extends string>({ label, tabs, current, onChoose, children }: TabsProps<Name>) {
  const roving = useRovingFocus<HTMLDivElement>('horizontal')
  const id = useId()
  return (
    <>
      <div {...roving} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            className={styles.tab}
            aria-selected={tab.name === current}
            aria-controls={`${id}-panel`}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}
