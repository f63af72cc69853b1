/** Loads the flows of SEND, SWAP and BUY on demand. A file of its own, so that the first view does not list their chunks. */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { ModalEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import type { ModalContext } from './context.ts'

type PageRequests = Pick<Handlers<ModalEnd['app']>, 'SEND' | 'SWAP' | 'BUY'>

export const pageRequests = (context: ModalContext): PageRequests => ({
  SEND: async (request, handling) => (await import('./send-request.ts')).waitForSend(context, request, handling),
  SWAP: async (request, handling) => (await import('./swap-request.ts')).waitForSwap(context, request, handling),
  BUY: async (request, handling) => (await import('./buy-request.ts')).waitForPurchase(context, request, handling),
})
