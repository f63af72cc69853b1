/**
 * Dapp requests to a Bitcoin wallet of any kind. Addresses are checked against the network, and a transaction to sign is shown in full; the
 * wallet's result may differ from it only in signatures.
 */
import { type Bip122Method, bip122Params } from '@airlock/protocol/allowlist/bip122.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { BitcoinTransactionId, Psbt } from '@airlock/protocol/scalars/bitcoin.ts'
import { type Caip2, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { isAddress } from '../../shared/chains/bip122/address.ts'
import type { ModalContext } from '../core/context.ts'
import { askAboutPsbt } from '../features/sign-in/psbt-question.ts'
import type { Connected } from '../session/state/accounts.ts'

interface Call {
  readonly scope: Caip2
  readonly method: string
  readonly params: Json
}

const Signed = z.object({ psbt: Psbt, txid: z.optional(BitcoinTransactionId) })

/** @param ask sends the call to the wallet, with these params */
export async function askBitcoin(
  context: ModalContext,
  { scope, method, params }: Call,
  connection: Connected,
  signal: AbortSignal,
  ask: (params: Json) => Promise<Json>,
): Promise<Json> {
  switch (method as Bip122Method) {
    case 'sendTransfer': {
      const { recipientAddress, changeAddress } = z.parse(bip122Params.sendTransfer, params)
      for (const address of [recipientAddress, changeAddress])
        if (address !== undefined && !isAddress(scope, address))
          throw new AirlockError('BAD_SHAPE', { message: `${address} is no address of this network.` })
      return ask(params)
    }
    case 'signPsbt': {
      const wanted = z.parse(bip122Params.signPsbt, params)
      const { psbt, broadcast: isSent = false } = wanted
      const { checkSigned, idOf, inputsFrom, readPsbt } = await import('../../shared/chains/bip122/psbt.ts')
      const own = connection.accounts.map((account) => parseCaip10(account).address)
      // None named: all of the account.
      const found = wanted.signInputs.length > 0 ? undefined : inputsFrom(scope, psbt, own)
      const signInputs = found ?? wanted.signInputs
      const facts = readPsbt(scope, psbt, signInputs)
      await askAboutPsbt(context, { facts, chainId: scope, own, isSent }, signal)
      const named = { account: wanted.account, psbt, ...(isSent && { broadcast: true }) }
      const answer = await ask(found ? { ...named, signInputs: found } : params)
      const signed = z.safeParse(Signed, answer)
      if (!signed.success) throw new AirlockError('WALLET_FAILED')
      const { psbt: made, txid } = signed.data
      checkSigned(psbt, made, signInputs, isSent && txid !== undefined)
      if (txid !== undefined && txid !== (idOf(psbt) ?? txid))
        throw new AirlockError('WALLET_FAILED', { message: 'The wallet sent another transaction.' })
      return answer
    }
    default:
      return ask(params)
  }
}
