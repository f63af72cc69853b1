/** Deliberate violations, one for each kind of policy, and the name under which the browser reports each. */
import type { Page } from '@playwright/test'

type PlantRow = {
  /** Runs in the page, passed as text. `other` is an origin that serves without CORP. */
  readonly act: (other: string) => void
  readonly reportedAs: string
  /** Reported only to observers in the page; the report endpoint gets none over plain http. */
  readonly isObservedOnly?: true
}

const plants = {
  html: {
    act: () => {
      try {
        document.createElement('p').innerHTML = '<b>planted</b>'
      } catch {
        // refused, as expected
      }
    },
    reportedAs: 'require-trusted-types-for',
  },
  types: {
    act: () => {
      try {
        const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }
        trustedTypes?.createPolicy('planted', {})
      } catch {
        // refused, as expected
      }
    },
    reportedAs: 'trusted-types',
  },
  style: {
    act: () => {
      const style = document.createElement('style')
      style.append('p { color: red }')
      document.head.append(style)
    },
    reportedAs: 'style-src-elem',
  },
  script: {
    act: () => {
      const script = document.createElement('script')
      script.append('window.planted = true')
      document.head.append(script)
    },
    reportedAs: 'script-src-elem',
  },
  frame: {
    act: (other) => {
      const frame = document.createElement('iframe')
      frame.src = `${other}/`
      document.body.append(frame)
    },
    reportedAs: 'frame-src',
  },
  resource: {
    act: (other) => {
      const image = new Image()
      image.src = `${other}/health`
    },
    reportedAs: 'coep',
    isObservedOnly: true,
  },
  feature: {
    act: () => navigator.geolocation.getCurrentPosition(() => undefined),
    reportedAs: 'permissions-policy-violation',
    isObservedOnly: true,
  },
  unhashed: {
    act: () => {
      const script = document.createElement('script')
      script.src = '/planted.js'
      document.head.append(script)
    },
    reportedAs: 'integrity-violation',
    isObservedOnly: true,
  },
} as const satisfies Readonly<Record<string, PlantRow>>

export type Plant = keyof typeof plants

export async function plant(page: Page, name: Plant, other: string): Promise<Omit<PlantRow, 'act'>> {
  const row: PlantRow = plants[name]
  await page.evaluate(row.act, other)
  return row
}
