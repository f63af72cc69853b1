/** The buttons of MetaMask's test dapp that ask the wallet for something, and what the dapp must show after each. */
import type { Cell } from '../libraries.ts'

export const dappName = 'MetaMask test dapp'
export const dappWallets = ['injected', 'embedded'] as const
export type DappWallet = (typeof dappWallets)[number]

/** `account`: the address that is connected. `receipt`: the hash of a transaction that was carried out. */
export type Shown = RegExp | 'account' | 'receipt'

export interface Row {
  /** Id of the button. They are pressed in the order of the table, in one page. */
  readonly button: string
  /** Selector of the dapp's own field. `console`: it only prints the answer. */
  readonly field: string
  readonly shows: Shown
  /** If it differs with the embedded wallet. */
  readonly embedded?: Shown
  /** With the embedded wallet, the modal opens to say that the call is refused, and closes by itself. */
  readonly isTold?: true
}

const signature = /^0x[0-9a-f]{130}$/
const notAllowed = /^Error: Requested RPC call is not allowed$/
const invalid = (field: string) => new RegExp(`^Error: eth_sendTransaction: invalid params \\(${field}\\)$`)

const signs = (button: string, field = `#${button}Result`): Row => ({ button, field, shows: signature })
const verifies = (button: string): Row => ({ button, field: `#${button}Result`, shows: 'account' })
const does = (button: string, field: string, shows: RegExp): Row => ({ button, field, shows })
const sends = (button: string): Row => ({ button, field: 'console', shows: 'receipt' })
const malformed = (button: string, embedded: Shown, shows: Shown): Row => ({
  button,
  field: button.startsWith('sign') ? '#signMalformedResult' : '#sendMalformedResult',
  shows,
  embedded,
})

export const rows: readonly Row[] = [
  // First, because the modal opens for a refusal once. The dapp writes the error onto the button. The wallet of the test asks its node.
  { button: 'ethSign', field: '#ethSign', shows: /^Error: /, embedded: notAllowed, isTold: true },
  { button: 'getAccounts', field: '#getAccountsResult', shows: 'account' },
  does('getPermissions', '#permissionsResult', /^eth_accounts$/),
  does('requestPermissions', '#permissionsResult', /^eth_accounts$/),
  signs('personalSign'),
  // Typed data of the first version does not say what it is for. The wallet of the test asks its node, which does not know it.
  { button: 'signTypedData', field: '#signTypedDataResult', shows: /^Error: /, embedded: notAllowed },
  signs('signTypedDataV4'),
  verifies('signTypedDataV4Verify'),
  signs('signPermit'),
  verifies('signPermitVerify'),
  signs('signBlurOrder', '#signPermitVariantResult'),
  signs('signPermitSingle', '#signPermitVariantResult'),
  signs('signPermitBatch', '#signPermitVariantResult'),
  signs('signSeaportBulkOrder', '#signPermitVariantResult'),
  malformed('signInvalidPrimaryType', /^Error: Typed data: types\.Non-Existent /, /^Error: Invalid primary type/),
  malformed('signNoPrimaryTypeDefined', /^Error: Typed data: primaryType /, /^Error: Invalid params/),
  malformed(
    'signInvalidVerifyingContractType',
    /^Error: Typed data: domain\.verifyingContract /,
    /^Error: Address "1"/,
  ),
  malformed('sendWithInvalidValue', invalid('value'), /^Error: Invalid params/),
  malformed('sendWithInvalidRecipient', invalid('to'), /^Error: Invalid params/),
  // The wallet of the test does not read these.
  malformed('sendWithInvalidGasLimit', invalid('gasLimit'), 'receipt'),
  malformed('sendWithInvalidMaxFeePerGas', invalid('maxFeePerGas'), 'receipt'),
  sends('sendButton'),
  sends('sendEIP1559Button'),
  sends('sendEIP1559WithoutGasButton'),
  does('deployButton', '#contractStatus', /^Deployed$/),
  does('depositButton', '#contractStatus', /^Deposit completed$/),
  does('withdrawButton', '#contractStatus', /^Withdrawn$/),
  does('deployMultisigButton', '#multisigContractStatus', /^Deployed$/),
  does('sendMultisigButton', '#multisigContractStatus', /^Transaction completed as expected\.$/),
  sends('sendHeavyHexDataButton'),
  does('createToken', '#erc20TokenAddresses', /^0x[0-9a-fA-F]{40}$/),
  does('watchAssets', 'console', /^result/),
  sends('transferTokens'),
  sends('transferTokensWithoutGas'),
  sends('approveTokensWithoutGas'),
  does('deployNFTsButton', '#nftsStatus', /^Deployed$/),
  does('mintButton', '#nftsStatus', /^Mint completed$/),
  does('approveButton', '#nftsStatus', /^Approve completed$/),
  does('setApprovalForAllButton', '#nftsStatus', /^Set Approval For All completed$/),
  does('revokeButton', '#nftsStatus', /^Revoke completed$/),
  does('transferFromButton', '#nftsStatus', /^Transfer From completed$/),
]

export const solanaDappName = 'MetaMask Solana test dapp'

/** `message`: the signature of the text in its field. `hash`: of a transaction that was carried out. */
export type SolanaShown = 'message' | 'signature' | 'hash' | 'none'

export interface SolanaRow {
  /** Test ids of the dapp: those of the button and of the answer begin with that of the group. */
  readonly group: string
  readonly button: string
  readonly field: string
  readonly shows: SolanaShown
}

const signed = { button: 'signtransaction', field: 'signedtransaction', shows: 'signature' } as const
const sent = { button: 'sendtransaction', field: 'transactionhash', shows: 'hash' } as const

export const solanaRows: readonly SolanaRow[] = [
  { group: 'signmessage', button: 'signmessage', field: 'signedmessage', shows: 'message' },
  { group: 'sendsol', ...signed },
  { group: 'sendsol', ...sent },
  { group: 'sendsolversioned', ...signed },
  { group: 'sendsolversioned', ...sent },
  { group: 'sendmemo', ...signed },
  { group: 'sendmemo', ...sent },
  // The dapp shows the signature of who pays, which is not the user: there is none.
  { group: 'partialsigntransaction', ...signed, shows: 'none' },
]

export const dappCells: readonly Cell[] = [
  ...rows.flatMap(({ button }) =>
    (['injected', 'paired', 'embedded'] as const).map((wallet) => ({
      library: dappName,
      action: button,
      wallet,
      reason: wallet === 'paired' ? 'the dapp gets the same provider as over an injected wallet' : undefined,
    })),
  ),
  ...solanaRows.flatMap(({ group, button }) =>
    (['injected', 'paired', 'embedded'] as const).map((wallet) => ({
      library: solanaDappName,
      action: `${group}.${button}`,
      wallet,
      reason: wallet === 'injected' ? 'the dapp finds Solana wallets of the page by itself' : undefined,
    })),
  ),
]
