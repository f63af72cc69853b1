/** Content that a page gives the modal to show, and the modal's own requests. */
import type { Case } from './case.ts'

export const modalFrame: readonly Case[] = [
  {
    id: 'C60',
    title: 'a page replaces a text that asks for a decision about security, or leaves a value out of a text',
    ends: ['modal'],
    defence: ['frame-app/src/shared/i18n/locked.ts#isLocked', 'frame-app/src/shared/i18n/overrides.ts#argumentsOf'],
    proof: ['frame-app/src/shared/i18n/i18n.test.ts'],
  },
  {
    id: 'C62',
    title: 'a flood of the largest messages that the limits allow',
    ends: ['page', 'modal', 'wallet link'],
    defence: [
      'protocol/src/pace.ts#createBucket',
      'protocol/src/limits.ts#sizeBurst',
      'protocol/src/channel.ts#volume',
      'protocol/src/channel/outbox.ts#volume',
      'protocol/src/contracts/shapes/sign-in.ts#Cacao',
    ],
    proof: ['protocol/test/channel/sending.test.ts'],
  },
  {
    id: 'C63',
    title: 'a font of symbols hides the origin, amounts, or what is signed and approved',
    ends: ['modal', 'wallet'],
    defence: ['frame-app/src/shared/theme/tokens.css#fixed', 'frame-app/src/wallet/screen/theme.ts#themeOf'],
    proof: ['specs/appearance.spec.ts', 'frame-app/src/wallet/screen/theme.test.ts'],
  },
  {
    id: 'C64',
    title: 'a recovery phrase, key, phone or card number that is pasted into the wallet search',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/listing/wallet-search.ts#isWalletName',
      'frame-app/src/modal/features/listing/listing.ts#loadedWallets',
      'protocol/src/contracts/analytics.ts#searchLength',
    ],
    proof: ['frame-app/test/listing.test.ts', 'frame-app/src/modal/features/listing/wallet-search.test.ts'],
  },
  {
    id: 'C85',
    title: 'the embedded wallet is switched to a network that it does not serve',
    ends: ['wallet link', 'wallet'],
    defence: [
      'frame-app/src/wallet/login/smart-accounts.ts#servedNamespace',
      'frame-app/src/wallet/login/smart-accounts.ts#hasNodes',
    ],
    proof: ['frame-app/src/wallet/link/handlers.test.ts'],
  },
  {
    id: 'C104',
    title: 'the gateway names a token so that its row says something else, or returns invalid amounts and prices',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/assets/state/token-rules.ts#toToken',
      'protocol/src/gateway/shapes.ts#Balance',
    ],
    proof: ['frame-app/src/modal/features/assets/state/token-rules.test.ts', 'frame-app/test/tokens.test.ts'],
  },
  {
    id: 'C105',
    title:
      'a page shows the modal in a box of its own layout, to take the origin line away, or to cover or crop an approval in it',
    ends: ['modal', 'wallet'],
    defence: [
      'frame-app/src/modal/host/handlers.ts#PLACE',
      'frame-app/src/shared/ui/shell/Header.module.css#inline',
      'frame-app/src/shared/approve/watch-gate.ts#watchGate',
    ],
    proof: ['attack/cases/host.attack.ts', 'specs/embed.spec.ts'],
  },
  {
    id: 'C106',
    title: 'the gateway returns a list with invalid rows, or with endless pages',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/gateway.ts#readable',
      'frame-app/src/modal/features/activity/activity.ts#maxEmptyPages',
    ],
    proof: ['frame-app/test/activity.test.ts'],
  },
  {
    id: 'C107',
    title: 'a page reports a transaction that is not the account’s as sent by it',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/ledger/state/ledger-rules.ts#settle',
      'frame-app/src/modal/features/ledger/ledger.ts#record',
    ],
    proof: [
      'frame-app/src/modal/features/ledger/state/ledger.test.ts',
      'frame-app/test/rpc-request.test.ts',
      'frame-app/test/ledger.test.ts',
    ],
  },
  {
    id: 'C108',
    title: 'the gateway names an account so that it passes for a sentence, an address or another name',
    ends: ['modal'],
    defence: ['frame-app/src/modal/session/state/identity-rules.ts#readIdentity'],
    proof: ['frame-app/test/identity.test.ts'],
  },
  {
    id: 'C130',
    title: 'a user pastes a private key or a recovery phrase into the field for an account name',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/name-rules.ts#readLabel',
      'frame-app/src/modal/core/api/name-rules.ts#isSecretLike',
    ],
    proof: ['frame-app/src/modal/core/api/name-rules.test.ts', 'frame-app/test/names.test.ts'],
  },
  {
    id: 'C131',
    title: 'the gateway returns another name than the user has typed, so that the other one is signed and registered',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/name-rules.ts#readSuffix',
      'frame-app/src/modal/core/api/names.ts#fetchAvailability',
    ],
    proof: ['frame-app/src/modal/core/api/name-rules.test.ts', 'frame-app/test/names.test.ts'],
  },
  {
    id: 'C132',
    title: 'the gateway’s reason for a refusal reverses the text around it, or fills the view',
    ends: ['modal'],
    defence: ['frame-app/src/modal/core/api/gateway-call.ts#refusalOf'],
    proof: ['frame-app/test/names.test.ts'],
  },
  {
    id: 'C133',
    title: 'a wallet reports its assets with invalid amounts, addresses or names',
    ends: ['modal'],
    defence: ['frame-app/src/modal/core/api/wallet-assets.ts#readAssets'],
    proof: ['frame-app/test/wallet-assets.test.ts'],
  },
  {
    id: 'C234',
    title: 'the text of an error has data of the user, or looks like a place in our files, and is counted as an event',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/internal-error.ts#describeError',
      'protocol/src/contracts/analytics.ts#isImpersonal',
    ],
    proof: ['frame-app/src/modal/core/internal-error.test.ts', 'frame-app/test/analytics.test.ts'],
  },
  {
    id: 'C235',
    title: 'a page or a wallet frame makes up events: with messages of its own, and with errors without end',
    ends: ['modal', 'service'],
    defence: [
      'frame-app/src/modal/core/failures.ts#noteFailure',
      'frame-app/src/modal/session/analytics.ts#maxCauses',
      'protocol/src/contracts/analytics.ts#EventBody',
    ],
    proof: [
      'frame-app/test/analytics.test.ts',
      'protocol/test/channel/sending.test.ts',
      'service/test/analytics.test.ts',
    ],
  },
]
