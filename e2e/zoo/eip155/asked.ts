/** What pages ask of a wallet on EVM networks, however it is reached. */
import { type Hex, toHex, verifyMessage } from 'viem'
import type { Kind } from '../wallet.ts'

const message = 'hello'
export const transactionId = `0x${'2a'.repeat(32)}`

export const evmAsked: Kind['asked'] = {
  sign: {
    method: 'personal_sign',
    params: (address) => [toHex(message), address],
    isRight: (answer, address) => verifyMessage({ message, address: address as Hex, signature: answer as Hex }), // as: in hex, or not valid
  },
  send: {
    method: 'eth_sendTransaction',
    params: (address) => [{ from: address, to: address, value: '0x1' }],
    isRight: (answer) => typeof answer === 'string' && answer.toLowerCase() === transactionId,
  },
}
