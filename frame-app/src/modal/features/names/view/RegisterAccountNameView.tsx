/** A field for the name, whether it is free, and the signature that registers it. */
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { Spinner } from '../../../../shared/ui/spinner/Spinner.tsx'
import { readLabel } from '../../../core/api/name-rules.ts'
import { useModal } from '../../../core/modal-context.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { ownNameAtom } from '../../../session/state/identity.ts'
import { registerName, startNaming, typeName } from '../names.ts'
import { type Naming, namingAtom } from '../state/naming.ts'
import { Availability } from './Availability.tsx'
import styles from './Names.module.css'
import { NamesGate } from './NamesGate.tsx'
import { Outcome } from './Outcome.tsx'
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
      <div className={styles.view}>
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
