/** Collects policy violations of every kind in every document of a browser context, starting before the document's first script. */
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod'
import { type Arrivals, createArrivals } from '../world/violations.ts'
import { originOf } from './frames.ts'

const Violation = z.object({
  documentUrl: z.string(),
  directive: z.string(),
  blockedUrl: z.string(),
  sample: z.string(),
})
export type Violation = z.infer<typeof Violation>

export type Violations = Omit<Arrivals<Violation>, 'add'> & {
  /** The violations of documents on this origin. */
  readonly of: (origin: string) => readonly Violation[]
}

const binding = '__reportViolation'

/** Call it before the first page opens. Workers have no document: their violations reach the report endpoints only. */
export async function watchViolations(context: BrowserContext): Promise<Violations> {
  const { add, all, clear, next } = createArrivals<Violation>()
  await context.exposeBinding(binding, (_source, raw: unknown) => add(Violation.parse(raw)))
  await context.addInitScript(listenInPage, binding)
  return { all, clear, next, of: (origin) => all().filter(({ documentUrl }) => originOf(documentUrl) === origin) }
}

/** Passed to the page as text, so it may use nothing from this file. */
function listenInPage(name: string): void {
  const report: unknown = Reflect.get(window, name)
  const tell = (violation: object) => {
    if (typeof report === 'function') Reflect.apply(report, undefined, [violation])
  }
  window.addEventListener(
    'securitypolicyviolation',
    ({ documentURI: documentUrl, effectiveDirective: directive, blockedURI: blockedUrl, sample }) =>
      tell({ documentUrl, directive, blockedUrl, sample }),
    true,
  )
  const others = [
    'permissions-policy-violation',
    'potential-permissions-policy-violation',
    'coep',
    'integrity-violation',
  ]
  const observer = new ReportingObserver(
    (reports) => {
      for (const { type, url, body } of reports) {
        const text = (name: string) => String(Reflect.get(Object(body), name) ?? '')
        tell({ documentUrl: url, directive: type, blockedUrl: text('blockedURL'), sample: text('featureId') })
      }
    },
    { types: others, buffered: true },
  )
  observer.observe()
}
