/** A field for the name, whether it is free, and the signature that registers it. */
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { Spinner } from '../../../../shared/ui/spinner/Spinner.tsx'
import { readLabel } from '../../../core/api/name-rules.ts'
import { useModal } from '../../../core/modal-context.ts'
import views from '../../../kit/lists/ListView.module.css'
import type { Connected } from '../../../session/state/accounts.ts'
import { ownNameAtom } from '../../../session/state/identity.ts'
import { lookAgain, registerName, startNaming, typeName } from '../names.ts'
import { type Naming, namingAtom, type Registration } from '../state/naming.ts'
import styles from './Names.module.css'
import { NamesGate } from './NamesGate.tsx'
import { OwnName } from './OwnName.tsx'

export function RegisterAccountNameView() {
  return <NamesGate>{(connection) => <Choice key={connection.active} connection={connection} />}</NamesGate>
}

function Choice({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const own = useAtomValue(ownNameAtom)
  useEffect(() => startNaming(context), [context])
  if (own !== undefined)
    return (
      <EmptyState icon="check" title={t('names.owned')} text={t('names.owned.text')}>
        <OwnName name={own} />
      </EmptyState>
    )
  return <Form wallet={connection.wallet.name} />
}

function Form({ wallet }: { wallet: string }) {
  const context = useModal()
  const t = useAllMessages()
  const naming = useAtomValue(namingAtom)
  const { typed, suffix, lookup, registration } = naming
  const isBusy = registration.status === 'signing' || registration.status === 'sending'
  const isFinal = registration.status === 'failed' && registration.isFinal
  const submit = (event: FormEvent) => {
    event.preventDefault()
    context.scope.run(registerName(context))
  }
  return (
    <SteadyView onSubmit={submit}>
      <div className={views.form}>
        <TextField
          label={t('names.field')}
          value={typed}
          onChange={(text) => typeName(context, text)}
          error={useProblem(naming)}
          hint={t('names.hint')}
          end={
            <span className={styles.suffix}>
              {lookup.status === 'looking' && <Spinner />}
              <bdi dir="ltr">{suffix}</bdi>
            </span>
          }
          readOnly={isBusy}
          autoFocus
          data-autofocus=""
          dir="ltr"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={200}
        />
        <Availability />
      </div>
      <ViewFooter>
        <Outcome registration={registration} wallet={wallet} />
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          aria-disabled={isBusy || isFinal || lookup.status !== 'free'}
        >
          {isBusy
            ? t(registration.status === 'signing' ? 'names.signing' : 'names.sending', { wallet })
            : t(registration.status === 'idle' || isFinal ? 'names.submit' : 'common.tryAgain')}
        </Button>
      </ViewFooter>
    </SteadyView>
  )
}

/** The problem with the text of the field. A text that is only too short is reported once the user pauses. */
function useProblem({ typed, suffix }: Naming): string | undefined {
  const t = useAllMessages()
  const read = readLabel(typed, suffix)
  return 'problem' in read && read.problem !== 'empty' ? t(`names.problem.${read.problem}`) : undefined
}

/** What the registry reports about the name in the field, and similar names that are free. */
function Availability() {
  const context = useModal()
  const t = useAllMessages()
  const { lookup, suffix } = useAtomValue(namingAtom)
  const isKnown = lookup.status === 'free' || lookup.status === 'taken'
  return (
    <>
      {/* Always rendered, so that screen readers announce a text that appears in it. */}
      <output className={styles.found}>
        {isKnown && (
          <>
            <bdi dir="ltr" className={styles.name}>
              {lookup.name}
            </bdi>
            <Badge tone={lookup.status === 'free' ? 'positive' : 'caution'}>
              {t(lookup.status === 'free' ? 'names.available' : 'names.registered')}
            </Badge>
          </>
        )}
        {lookup.status === 'looking' && <span className={styles.note}>{t('names.looking')}</span>}
        {lookup.status === 'failed' && <span className={styles.failed}>{lookup.said ?? t('names.lookup.failed')}</span>}
      </output>
      {lookup.status === 'failed' && (
        <Button size="compact" variant="quiet" icon="refresh" onClick={() => lookAgain(context)}>
          {t('common.tryAgain')}
        </Button>
      )}
      {lookup.status === 'taken' && lookup.alternatives.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would group fields, and these are buttons
        <div className={styles.chips} role="group" aria-label={t('names.alternatives')}>
          {lookup.alternatives.map((label) => (
            <Chip key={label} title={label + suffix} onClick={() => typeName(context, label)}>
              {label}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

/** The state of the registration: waiting for the wallet, or why it has failed. */
function Outcome({ registration, wallet }: { registration: Registration; wallet: string }) {
  const t = useAllMessages()
  const failure = useFailure(registration)
  return (
    <div role="alert" className={styles.outcome}>
      {registration.status === 'signing' && (
        <p className={styles.note}>
          {t(registration.isSlow ? 'names.signing.slow' : 'names.signing.text', { wallet })}
        </p>
      )}
      {failure.map((text, place) => (
        <p key={text} className={styles.failed}>
          {place === 0 && <Icon name="warning" size={16} />}
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

/** The registry's own text is preferred (specification §8), except for a late signature, for which it only contains a number. */
function useFailure(registration: Registration): readonly string[] {
  const t = useAllMessages()
  if (registration.status === 'declined') return [t('names.declined')]
  if (registration.status !== 'failed') return []
  if (registration.isLate) return [t('names.late')]
  return [registration.said ?? t('names.failed', { name: registration.name })]
}
