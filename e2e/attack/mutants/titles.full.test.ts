/** Finds browser mutants that no browser test matches early; otherwise only the long run would show them. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import { mutants } from './list.ts'

const Suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), file: z.string(), tags: z.array(z.string()) })),
  get suites() {
    return z.optional(z.array(Suite))
  },
})
type Suite = z.infer<typeof Suite>
const List = z.object({ suites: z.array(Suite), errors: z.array(z.object({ message: z.string().optional() })) })

test('each mutant that the browser must notice matches a browser test of its case', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--list', '--reporter=json']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { stdout, stderr } = spawnSync(resolve(root, 'node_modules/.bin/playwright'), args, options)
  const { suites, errors } = List.parse(stdout ? JSON.parse(stdout) : { suites: [], errors: [{ message: stderr }] })
  expect(errors.map(({ message = 'no reason' }) => message).join('\n')).toBe('')
  const tests = suites.flatMap((suite) => testsOf(suite))
  for (const { name, case: id, only = '', isUnit } of mutants) {
    const proofs = registry.find((entry) => entry.id === id)?.proof ?? []
    if (isUnit || proofs.every(isUnitProof)) continue
    const number = new RegExp(`(@|\\[|, )${id}\\b`)
    const isMatched = tests.some((title) => title.includes(only) && number.test(title))
    expect.soft(isMatched, `${id}, ${name}: no browser test holds "${only}"`).toBe(true)
  }
})

const testsOf = ({ title, specs, suites = [] }: Suite): string[] =>
  [
    ...specs.map((spec) => `${spec.title} ${spec.tags.map((tag) => `@${tag}`).join(' ')}`),
    ...suites.flatMap(testsOf),
  ].map((name) => `${title} ${name}`)
