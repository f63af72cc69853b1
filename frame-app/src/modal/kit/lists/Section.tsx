import { type ReactNode, useId } from 'react'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'

/** A part of a view below its label, which names it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionLabel id={id}>{title}</SectionLabel>
      {children}
    </section>
  )
}
