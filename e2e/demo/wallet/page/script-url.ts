/** The only script URL this page creates: the worker's, through the Trusted Types policy that the page's headers name. */
// oxlint-disable-next-line import/default -- Vite turns the module into the address of its own bundle.
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
  // TypeScript's DOM types do not have Trusted Types yet; `new Worker` is typed for text and takes the trusted object.
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  return (trustedTypes?.createPolicy('demo-wallet', rules) ?? rules).createScriptURL(workerUrl)
}
