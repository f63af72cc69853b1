/** Providers with one flaw each, and the rule that must notice it. Each function runs in the page and uses nothing from here. */
import type { Probed } from './probe.ts'

export const flaws: Readonly<Record<string, (probed: Probed) => void>> = {
  'the three methods are functions, and `on` returns the provider': ({ provider }) => {
    const { on } = provider
    provider.on = (event, listener) => void on(event, listener)
  },
  '`eth_accounts` answers without a prompt, and loads nothing': ({ provider }) => {
    const { request } = provider
    provider.request = (call) => {
      if (Reflect.get(Object(call), 'method') === 'eth_accounts') void request({ method: 'eth_requestAccounts' })
      return request(call)
    }
  },
  'a request that needs an account is unauthorized without one': ({ provider }) => {
    const { request } = provider
    provider.request = (call) => request(call).catch((error: { code: number }) => Promise.reject({ code: error.code }))
  },
  'a read without a connection to any chain is disconnected': ({ provider }) => {
    const { request } = provider
    provider.request = (call) =>
      request(call).catch((error: Error & { code: number }) => {
        throw Object.assign(new Error(error.message), { code: String(error.code) })
      })
  },
  'a method that is no text is invalid': ({ provider }) => {
    const { request } = provider
    provider.request = async (call) => (typeof Reflect.get(Object(call), 'method') === 'string' ? request(call) : null)
  },
  'a list that comes later finds it with its `app-ready` event, once': () => {
    const standards = Reflect.get(window, 'standards') as { register: () => () => void }
    const { register } = standards
    standards.register = () => {
      register()
      return register() // a second registration
    }
  },
  'nothing is announced that cannot be used: no wallet before the sign-in': ({ provider }) => {
    const { details } = Reflect.get(window, 'standards') as { details: unknown[] }
    details.push({ info: {}, provider })
  },
}
