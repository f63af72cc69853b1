/** The only script URL that this page creates: the worker's, through the Trusted Types policy named in the page's headers. */
// oxlint-disable-next-line import/default -- Vite replaces the module by the URL of its own bundle.
import workerUrl from '../wallet-worker.ts?worker&url'

type ScriptUrlPolicy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy
}

const rules = {
  createScriptURL(url: string): string {
    if (url === workerUrl) return url
    throw new TypeError('not a script of the demo wallet')
  },
}

export function trustedWorkerUrl(): string {
  // as: TypeScript's DOM types lack Trusted Types; `new Worker` is typed for a string and accepts the trusted object
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  return (trustedTypes?.createPolicy('demo-wallet', rules) ?? rules).createScriptURL(workerUrl)
}
