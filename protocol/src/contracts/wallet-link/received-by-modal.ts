/** Wallet link, modal frame's side: answers and notifications of the embedded wallet. */
import * as z from 'zod/mini'
import { Caip2, Caip10 } from '../../scalars/caip.ts'
import { SocialId } from '../../scalars/social-id.ts'
import { AnyJson, Email, Empty, HttpUrl, KeptKey, Name, text } from '../../scalars/values.ts'

const Address = text(128)
const FrameAccount = z.strictObject({ address: Address, type: z.enum(['eoa', 'smartAccount']) })
const Accounts = z.array(FrameAccount).check(z.maxLength(64))

/** In seconds, for a login email; counted from the answer because clocks differ. */
const Seconds = z.optional(z.int().check(z.minimum(0), z.maximum(86_400)))
const mailed = {
  /** Until its link or code expires. */
  expiresIn: Seconds,
  /** Until another email may be requested. */
  resendIn: Seconds,
}

export const app = {
  requests: {
    /** The wallet asks before it grows. */
    UI_RESIZE: z.strictObject({ height: z.int().check(z.minimum(0), z.maximum(4000)) }),
    /** `signIn`: the session ends after the answer, and the user signs in again. */
    UI_CLOSE: z.strictObject({ reason: z.enum(['escape', 'done', 'declined', 'signIn']) }),
    PING: Empty,
  },
  notifications: {
    /** The key to what the wallet's own window has kept: stored with the page's hint, because this browser forgets what frames store. */
    KEPT: z.strictObject({ key: KeptKey }),
  },
  answers: {
    SWITCH_NETWORK: z.strictObject({ chainId: Caip2 }),
    CONNECT_EMAIL: z.strictObject({
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** VERIFY_DEVICE: the number that the user picks on the page linked in the email. */
      match: z.optional(z.string().check(z.regex(/^[0-9]{2}$/))),
      ...mailed,
    }),
    /** `pending`: the email has not been answered yet, ask again. `approved`: the email with the code is being sent. */
    CONNECT_DEVICE: z.strictObject({ status: z.enum(['pending', 'approved']), ...mailed }),
    CONNECT_OTP: Empty,
    /**
     * `pending`: the provider has not answered yet, ask again. `confirm`: the user has to pick the number in the other window.
     * `emailKnown`: the address `email` already has a wallet, which only a login by email opens.
     */
    CONNECT_SOCIAL: z.strictObject({
      status: z.enum(['pending', 'confirm', 'emailKnown', 'done']),
      email: z.optional(Email),
    }),
    GET_SOCIAL_REDIRECT_URI: z.strictObject({
      uri: HttpUrl,
      /** The number that the user picks in the other window, if it asks for one. */
      match: z.optional(z.string().check(z.regex(/^[0-9]{2}$/))),
    }),
    LINK_SOCIAL: Empty,
    GET_FARCASTER_URI: z.strictObject({
      /** To scan, or to open on the phone with the Farcaster app. */
      url: HttpUrl,
      /** Seconds, counted from the answer because clocks differ. */
      expiresIn: z.int().check(z.minimum(0), z.maximum(86_400)),
    }),
    CONNECT_FARCASTER: z.strictObject({ userName: Name }),
    GET_USER: z.strictObject({
      email: z.optional(z.nullable(Email)),
      userName: z.optional(z.nullable(Name)),
      /** The provider, if it was a social login. */
      social: z.optional(SocialId),
      custodyLevel: z.optional(z.enum(['L0', 'L1', 'L2'])),
      address: Address,
      chainId: Caip2,
      smartAccountDeployed: z.optional(z.boolean()),
      accounts: z.optional(Accounts),
      preferredAccountType: z.optional(z.enum(['eoa', 'smartAccount'])),
    }),
    SIGN_OUT: Empty,
    IS_CONNECTED: z.strictObject({ isConnected: z.boolean() }),
    GET_CHAIN_ID: z.strictObject({ chainId: Caip2 }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: z.strictObject({
      smartAccountEnabledNetworks: z.array(z.int().check(z.positive())).check(z.maxLength(100)),
    }),
    INIT_SMART_ACCOUNT: z.strictObject({ address: Address, isDeployed: z.boolean() }),
    SET_PREFERRED_ACCOUNT: z.strictObject({ type: z.enum(['eoa', 'smartAccount']), address: Address }),
    UPDATE_EMAIL: z.strictObject({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']), ...mailed }),
    /** `isConfirmAsked`: a second email was sent to the old address; its button must be pressed before the change. */
    UPDATE_EMAIL_PRIMARY_OTP: z.strictObject({ isConfirmAsked: z.optional(z.boolean()), ...mailed }),
    UPDATE_EMAIL_SECONDARY_OTP: z.strictObject({ newEmail: Email }),
    SYNC_THEME: Empty,
    SYNC_LOCALE: Empty,
    SYNC_DAPP_DATA: Empty,
    RELOAD: Empty,
    UI_FOCUS: Empty,
    UI_SHOW: Empty,
    UI_HIDDEN: Empty,
    PING: Empty,
  },
} as const

export const provider = {
  requests: {},
  notifications: {
    PROVIDER_EVENT: z.strictObject({
      scope: Caip2,
      event: z.enum(['accountsChanged', 'chainChanged', 'disconnect']),
      accounts: z.optional(z.array(Caip10).check(z.maxLength(64))),
    }),
  },
  answers: {
    RPC_REQUEST: z.strictObject({ result: AnyJson }),
  },
} as const
