/** Collects policy violations of every kind in every document of a browser context, starting before the document's first script. */
import { EventEmitter } from 'node:events'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod'
import { originOf } from './frames.ts'

const Violation = z.object({
  documentUrl: z.string(),
  directive: z.string(),
  blockedUrl: z.string(),
  sample: z.string(),
})
export type Violation = z.infer<typeof Violation>

export type Violations = {
  readonly all: () => readonly Violation[]
  /** The violations of documents on this origin. */
  readonly of: (origin: string) => readonly Violation[]
  /** The first matching violation, already seen or later. */
  readonly next: (matches: (violation: Violation) => boolean) => Promise<Violation>
  readonly clear: () => void
}

const binding = '__reportViolation'

/** Call it before the first page opens. Workers have no document: their violations reach the report endpoints only. */
export async function watchViolations(context: BrowserContext): Promise<Violations> {
  const arrivals = new EventEmitter<{ violation: [Violation] }>().setMaxListeners(0)
  let seen: Violation[] = []
  await context.exposeBinding(binding, (_source, raw: unknown) => {
    const violation = Violation.parse(raw)
    seen.push(violation)
    arrivals.emit('violation', violation)
  })
  await context.addInitScript(listenInPage, binding)
  return {
    all: () => [...seen],
    of: (origin) => seen.filter(({ documentUrl }) => originOf(documentUrl) === origin),
    next: (matches) => {
      const present = seen.find(matches)
      if (present) return Promise.resolve(present)
      return new Promise((resolve) => {
        arrivals.on('violation', function onViolation(violation) {
          if (!matches(violation)) return
          arrivals.off('violation', onViolation)
          resolve(violation)
        })
      })
    },
    clear: () => {
      seen = []
    },
  }
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
