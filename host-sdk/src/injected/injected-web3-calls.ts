/** Converts our Polkadot methods to calls of a wallet in `window.injectedWeb3`. */
import type { InjectedPolkadotMethod, injectedPolkadot } from '@airlock/protocol/allowlist/injected-polkadot.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../dom.ts'
import { asked } from './asked.ts'
import { accountsOf, type Enabled, type Web3Account } from './injected-web3-parts.ts'
import { readName } from './read.ts'

type Input<Method extends InjectedPolkadotMethod> = (typeof injectedPolkadot)[Method]['params']['_zod']['output']

const signature = /^0x([0-9a-fA-F]{128}|[0-9a-fA-F]{130}|[0-9a-fA-F]{132})$/

/**
 * @param enter asks the wallet for access, which it grants at once if its user has agreed before
 * @param call its params were checked against `injectedPolkadot`
 * @throws AirlockError METHOD_NOT_ALLOWED without the function, UNAUTHORIZED for another account, WALLET_FAILED for an invalid answer;
 *   otherwise the wallet's error
 */
export async function callInjected(
  enter: () => Promise<Enabled>,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const { accounts, signRaw, signPayload } = await enter()
  const list = async (): Promise<readonly Web3Account[]> => {
    const given = await asked(accounts)
    return quietly(() => accountsOf(given)) ?? []
  }
  const own = async (address: string): Promise<void> => {
    if (!(await list()).some((account) => account.address === address)) throw new AirlockError('UNAUTHORIZED')
  }
  switch (method as InjectedPolkadotMethod) {
    case 'polkadot_connect':
    case 'polkadot_accounts':
      return (await list()).map(({ name, ...account }) => {
        const shown = readName(name)
        return { ...account, ...(shown && { name: shown }) }
      })
    case 'polkadot_signMessage': {
      const [{ address, data }] = params as Input<'polkadot_signMessage'> // as: parsed by the caller
      await own(address)
      return sign(signRaw, { address, data, type: 'bytes' })
    }
    case 'polkadot_signTransaction': {
      const [{ payload }] = params as Input<'polkadot_signTransaction'> // as: parsed by the caller
      await own(payload.address)
      return sign(signPayload, payload)
    }
  }
}

async function sign(call: ((input: unknown) => unknown) | undefined, input: unknown): Promise<{ signature: string }> {
  if (!call) throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet has no function for this.' })
  const answer = await asked(() => call(input))
  const given = quietly(() => fieldOf(answer, 'signature'))
  if (typeof given !== 'string' || !signature.test(given))
    throw new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })
  return { signature: given }
}
