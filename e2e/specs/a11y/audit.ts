/** Runs axe inside a document: from outside it cannot see through the closed shadow root and the other origin. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from '@playwright/test'
import type axeCore from 'axe-core'

/** The minified build, half the size of the normal one, because it is sent to every state. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const colourRules = ['color-contrast', 'link-in-text-block']

export type Audit = {
  /** `rule: element` of each violation. */
  readonly violations: readonly string[]
  /** Names of the rules that found something to pass. */
  readonly passed: readonly string[]
}

export type AuditOptions = {
  /** For a state that was already audited in another theme: checks only what a theme can change. */
  readonly isRecoloured?: boolean
}

export async function audit(frame: Frame, { isRecoloured = false }: AuditOptions = {}): Promise<Audit> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return frame.evaluate(
    async (runOnly) => {
      // as: the library that was just loaded.
      const axe = Reflect.get(window, 'axe') as typeof axeCore
      // Off by default. It requires 24 px; our targets are 44 px.
      const { violations, passes } = await axe.run(document, {
        rules: { 'target-size': { enabled: true } },
        // Of what passes only the names are needed: half of the time goes into the selectors of elements.
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      })
      return {
        violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary = '' }) => `${id}: ${String(target)} ${failureSummary}`),
        ),
        passed: passes.map(({ id }) => id),
      }
    },
    isRecoloured ? colourRules : undefined,
  )
}
