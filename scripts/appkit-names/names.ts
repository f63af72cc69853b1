/** The committed names, as `read.mjs` wrote them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

export const namesFile = join(import.meta.dirname, 'names.json')

const Names = z.array(z.string())
const Schema = z.strictObject({
  packages: z.record(z.string(), z.string()),
  entries: z.record(
    z.string(),
    z.strictObject({
      values: z.array(z.strictObject({ name: z.string(), kind: z.string(), shape: z.optional(z.string()) })),
      types: Names,
    }),
  ),
  instance: z.strictObject({
    members: z.array(z.strictObject({ name: z.string(), shape: z.optional(z.string()) })),
    statics: Names,
  }),
  options: Names,
  features: Names,
  themeVariables: Names,
  metadata: Names,
  customWallet: Names,
  siwx: Names,
  openOptions: Names,
  views: Names,
  adapters: z.record(z.string(), Names),
  elements: z.record(z.string(), Names),
})
export type Names = z.infer<typeof Schema>

export const readNames = (): Names => Schema.parse(JSON.parse(readFileSync(namesFile, 'utf8')))
