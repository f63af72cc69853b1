/** Buying: where a visitor is sent to pay, who receives, and what counts as paid. */
import type { Case } from './case.ts'

const url = 'protocol/test/gateway/onramp.test.ts'
const gateway = 'service/test/gateway/onramp/onramp.test.ts'
const modal = 'frame-app/test/onramp.test.ts'
const readUrl = 'protocol/src/gateway/checkout-url.ts#readCheckoutUrl'

export const onramp: readonly Case[] = [
  {
    id: 'C168',
    title: 'a provider or a gateway returns a payment page that is not the provider’s: another scheme, host or port',
    ends: ['service', 'modal'],
    defence: [readUrl, 'service/src/gateway/onramp/onramp.ts#badUrl'],
    proof: [url, gateway, modal],
  },
  {
    id: 'C169',
    title:
      'a purchase for another account than the one that asks: in the request, in the page’s address, or beside the right one',
    ends: ['service', 'modal'],
    defence: ['protocol/src/gateway/checkout-url.ts#namesOnly', 'service/src/gateway/onramp/onramp.ts#oneWallet'],
    proof: [url, gateway, modal],
  },
  {
    id: 'C170',
    title: 'options of a provider with a million rows, and malformed rows',
    ends: ['service', 'modal'],
    defence: ['service/src/gateway/onramp/ask.ts#rowsOf', 'frame-app/src/modal/api/onramp.ts#readable'],
    proof: [gateway, modal],
  },
  {
    id: 'C171',
    title: 'a page decides what is bought, for how much, or who receives',
    ends: ['modal'],
    defence: ['protocol/src/contracts/host-link/received-by-modal.ts#OPEN'],
    proof: [modal],
  },
  {
    id: 'C172',
    title: 'a link to a checkout with a changed or expired order',
    ends: ['service'],
    defence: ['service/src/gateway/onramp/checkout/signature.ts#readOrder'],
    proof: ['service/test/gateway/onramp/keys.test.ts'],
  },
  {
    id: 'C173',
    title: 'an earlier purchase, or one of somebody else, counts as this one',
    ends: ['service', 'modal'],
    defence: [
      'frame-app/src/modal/flows/onramp-purchase.ts#findNew',
      'service/src/gateway/onramp/provider.ts#isSameAddress',
    ],
    proof: [gateway, modal],
  },
]
