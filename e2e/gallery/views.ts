/** Names of the views that the gallery draws, for code outside of browsers: the table of states runs only there. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { walletGroups } from './state.ts'

const routes = readFileSync(resolve(import.meta.dirname, '../../frame-app/src/modal/core/router/routes.ts'), 'utf8')

export const modalViews = [...routes.matchAll(/^ {2}\| \{ view: '(\w+)'(;.*)? \}$/gm)].map(([, name = '', rest]) => ({
  name,
  takesArguments: rest !== undefined,
}))

/** The values of `Entry.view`. */
export const groups: readonly string[] = [...modalViews.map(({ name }) => name), ...Object.values(walletGroups)]
