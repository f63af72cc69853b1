/** Payments from the modal, and buying in it: where a user pays, who receives, how much, and how often. */
import type { Case } from './case.ts'

const flow = 'frame-app/test/send.test.ts'
const chain = 'frame-app/test/sending-evm.test.ts'
const names = 'frame-app/test/send-names.test.ts'
const rules = 'frame-app/src/modal/features/send/state/recipient-rules.test.ts'
const checkoutUrl = 'protocol/test/gateway/onramp.test.ts'
const onrampGateway = 'service/test/gateway/onramp/onramp.test.ts'
const onrampModal = 'frame-app/test/onramp.test.ts'
const readCheckoutUrl = 'protocol/src/gateway/checkout-url.ts#readCheckoutUrl'

export const payments: readonly Case[] = [
  {
    id: 'C144',
    title: 'an address that begins and ends like one that the user knows',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/state/recipient-rules.ts#looksLike'],
    proof: [rules],
  },
  {
    id: 'C145',
    title: 'an address that an attacker has put into the history counts as known',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/send-known.ts#knownTo'],
    proof: [names],
  },
  {
    id: 'C146',
    title: 'a page fills in a recipient with invisible characters, or a token of another network',
    ends: ['modal'],
    defence: ['frame-app/src/modal/host/send-request.ts#readRequest'],
    proof: [flow],
  },
  {
    id: 'C147',
    title: 'a user takes what the page has filled in for their own',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/send.ts#startDraft'],
    proof: [flow],
  },
  {
    id: 'C148',
    title: 'a list says that a token has other decimals, so that another amount is sent than shown',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/sending.ts#holding'],
    proof: [chain],
  },
  {
    id: 'C149',
    title: 'a token says by its events that more arrives than it moves',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/review.ts#simulateReview'],
    proof: [chain],
  },
  {
    id: 'C388',
    title: 'a contract that tells the simulation of a payment or swap from the chain and behaves well in it',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/eip155/review.ts#simulateReview',
      'frame-app/src/shared/chains/eip155/simulation.ts#lookCall',
      'frame-app/src/shared/chains/eip155/simulation.ts#contextOf',
    ],
    proof: ['frame-app/test/simulation.test.ts'],
  },
  {
    id: 'C150',
    title: 'one payment is made twice, by a second press, another tab or after a reload',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/submit/submit.ts#submit',
      'frame-app/src/modal/features/ledger/unanswered.ts#alone',
      'frame-app/src/modal/features/ledger/unanswered.ts#isBegun',
    ],
    proof: [flow, 'frame-app/src/modal/features/submit/submit.test.ts'],
  },
  {
    id: 'C151',
    title: 'terms that have changed after the review are signed',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/sending.ts#agree'],
    proof: [chain, flow],
  },
  {
    id: 'C152',
    title: 'the wallet changes its account between review and payment',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/submit/submit.ts#ownerIn'],
    proof: [flow],
  },
  {
    id: 'C153',
    title: 'a node names a fee that takes everything',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/fees.ts#highest'],
    proof: ['frame-app/src/shared/chains/eip155/fees.test.ts'],
  },
  {
    id: 'C154',
    title: 'a payment to an address with a typing error, or without an owner',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/eip155/sending.ts#hasChecksum',
      'frame-app/src/modal/features/send/state/recipient-rules.ts#isBurn',
    ],
    proof: [chain, rules],
  },
  {
    id: 'C155',
    title: 'a name whose letters imitate another name',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/ens.ts#normalizeName'],
    proof: [names],
  },
  {
    id: 'C156',
    title: 'a gateway answers with the address of another name',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/send-names.ts#readRecord'],
    proof: [names],
  },
  {
    id: 'C364',
    title: 'a gateway names the address of a name that is not of its zones',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/send-names.ts#fromRegistry'],
    proof: [names],
  },
  {
    id: 'C365',
    title: 'one node alone decides which address a name means',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/agreement.ts#askTwo',
      'frame-app/src/modal/features/send/send-names.ts#resolveName',
    ],
    proof: [names],
  },
  {
    id: 'C366',
    title: 'the address that a name has for one network is paid on another one without a word',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/ens.ts#readEnsAddress'],
    proof: [names, rules],
  },
  {
    id: 'C367',
    title: 'one node alone decides where the decimal point of an amount is',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/sending.ts#decimalsOf'],
    proof: [chain],
  },
  {
    id: 'C157',
    title: 'a list gives the currency the name of a token, or lists tokens of another network',
    ends: ['modal'],
    defence: ['frame-app/src/modal/features/send/state/sendable.ts#sendables'],
    proof: ['frame-app/src/modal/features/send/state/sendable.test.ts'],
  },
  {
    id: 'C168',
    title: 'a provider or a gateway returns a payment page that is not the provider’s: another scheme, host or port',
    ends: ['service', 'modal'],
    defence: [readCheckoutUrl, 'service/src/gateway/onramp/onramp.ts#badUrl'],
    proof: [checkoutUrl, onrampGateway, onrampModal],
  },
  {
    id: 'C169',
    title:
      'a purchase for another account than the one that asks: in the request, in the page’s address, or beside the right one',
    ends: ['service', 'modal'],
    defence: ['protocol/src/gateway/checkout-url.ts#namesOnly', 'service/src/gateway/onramp/onramp.ts#oneWallet'],
    proof: [checkoutUrl, onrampGateway, onrampModal],
  },
  {
    id: 'C170',
    title: 'options of a provider with a million rows, and malformed rows',
    ends: ['service', 'modal'],
    defence: ['service/src/gateway/onramp/ask.ts#rowsOf', 'frame-app/src/modal/core/api/onramp.ts#readable'],
    proof: [onrampGateway, onrampModal],
  },
  {
    id: 'C171',
    title: 'a page decides what is bought, for how much, or who receives',
    ends: ['modal'],
    defence: ['protocol/src/contracts/host-link/received-by-modal.ts#OPEN'],
    proof: [onrampModal],
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
      'frame-app/src/modal/features/buy/onramp-purchase.ts#findNew',
      'service/src/gateway/onramp/provider.ts#isSameAddress',
    ],
    proof: [onrampGateway, onrampModal],
  },
]
