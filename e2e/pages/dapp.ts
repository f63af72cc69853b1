/** The page that embeds Airlock, from the perspective of its own code: state, events, promises and the provider. */
import type { Airlock, State, View } from '@airlock/host-sdk'
import { expect, type Frame, type JSHandle, type Page } from '@playwright/test'

export type Answer = { readonly result: unknown } | { readonly code: number; readonly message: string }

export type Told = { readonly name: string; readonly payload: unknown }

export type Dapp = ReturnType<typeof dappOn>

/**
 * Poll intervals in milliseconds, the last one repeated: nearly every test polls these two, and the runner's own
 * intervals grow to a second.
 */
const intervals = [50, 100, 150]

/** Each call is sent in one message, so that calls reach the page in the order in which they are made. */
export function dappOn(page: Page | Frame) {
  // as: set by the host's page object.
  const airlock = (): Promise<JSHandle<Airlock>> => page.evaluateHandle(() => Reflect.get(window, 'airlock') as Airlock)
  const state = (): Promise<State> => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).getState())
  const account = async () => (await state()).accounts.eip155
  return {
    state,
    account,
    address: async () => (await account())?.address,
    /** Waits until the page's state says that the modal has closed. */
    expectClosed: () => expect.poll(async () => (await state()).open, { intervals }).toBe(false),
    /** Waits until the frame has loaded and has restored the stored connection. */
    expectReady: () => expect.poll(async () => (await state()).ready, { intervals }).toBe(true),
    expectStatus: (status: 'connected' | 'disconnected') =>
      expect.poll(async () => (await account())?.status ?? 'disconnected', { intervals }).toBe(status),
    /** Calls `open()` and waits for its end: the reason of the closing, or the error's code. */
    open: (options: { view?: View } = {}): Promise<string> =>
      page.evaluate(
        (given) =>
          (Reflect.get(window, 'airlock') as Airlock).open(given).then(
            ({ reason }): string => reason,
            (error: unknown) => String(Reflect.get(Object(error), 'code')),
          ),
        options,
      ),
    /** Calls `connect()` and waits for its end: the address, or the error's code and number. */
    connect: (walletId?: string): Promise<string> =>
      page.evaluate(
        (id) =>
          (Reflect.get(window, 'airlock') as Airlock).connect(id === undefined ? {} : { walletId: id }).then(
            ({ address }) => address ?? '',
            (error: unknown) =>
              `${String(Reflect.get(Object(error), 'code'))} ${String(Reflect.get(Object(error), 'rpcCode'))}`,
          ),
        walletId,
      ),
    call: async <T>(run: (instance: Airlock) => T | Promise<T>): Promise<T> => (await airlock()).evaluate(run),
    /** A call through the EIP-1193 provider. */
    request: (method: string, params?: readonly unknown[]): Promise<Answer> =>
      page.evaluate(
        (call) =>
          (Reflect.get(window, 'airlock') as Airlock)
            .provider('eip155')
            .request(call)
            .then(
              (result) => ({ result }),
              (error: unknown) => ({
                code: Number(Reflect.get(Object(error), 'code')),
                message: String(Reflect.get(Object(error), 'message')),
              }),
            ),
        params === undefined ? { method } : { method, params },
      ),
    /** Records all events of Airlock and its provider from now on. */
    record: async () =>
      (await airlock()).evaluate(async (instance) => {
        const told: { name: string; payload: unknown }[] = []
        const keep = (name: string) => (payload: unknown) => {
          const error = payload instanceof Error ? { code: Reflect.get(payload, 'code') as unknown } : undefined
          told.push({ name, payload: error ?? payload })
        }
        for (const name of ['open', 'close', 'connect', 'disconnect', 'network', 'error'] as const)
          instance.on(name, keep(name))
        const provider = instance.provider('eip155')
        for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
          provider.on(name, keep(`provider ${name}`))
        // The provider's code loads with the first request; before that its events are late.
        await provider.request({ method: 'eth_accounts' })
        Reflect.set(window, 'told', told)
      }),
    told: () => page.evaluate(() => Reflect.get(window, 'told') as Told[]),
  }
}
