/** The only script URL that the wallet document creates: the Key Worker's, through the Trusted Types policy named in its headers. */
// oxlint-disable-next-line import/default -- Vite turns the module into the address of its own bundle.
import workerUrl from '../key-worker/main.ts?worker&url'

interface Policy {
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

const rules: Policy = {
  createScriptURL(url) {
    if (url === workerUrl) return url
    throw new TypeError('Not the script of the Key Worker')
  },
}

let policy: Policy | undefined

export function keyWorkerUrl(): string {
  // TypeScript's DOM types do not have Trusted Types yet; `new Worker` is typed for text and takes the trusted object.
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('wallet-worker', rules) ?? rules
  return policy.createScriptURL(workerUrl)
}
