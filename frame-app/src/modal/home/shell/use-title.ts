import { atom, type Getter, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { optionsAtom } from '../../core/options.ts'
import type { Stack } from '../../core/router/router.ts'
import type { FirstRoute } from '../../core/router/routes.ts'
import { connectorsAtom } from '../../session/state/connectors.ts'
import { firstTitles, isFirst, loadViewTable, viewTable } from '../draw-view.tsx'

export function useTitle({ steps }: Stack): string {
  const language = useLanguage()
  const route = steps.at(-1)?.route
  const later = useViewTable(route !== undefined && !isFirst(route))
  const title = useMemo(
    () => atom((get) => route && (isFirst(route) ? nameOf(route, get) : later?.titleOf(route, language, get))),
    [route, language, later],
  )
  // Until the title of a later view has loaded: that of the view below.
  const shown = steps.map((step) => step.route).findLast(isFirst)
  return useAtomValue(title) ?? language.t(firstTitles[shown?.view ?? 'Connect'])
}

/** The titles of views that are not needed for connecting load with their code. */
function useViewTable(isNeeded: boolean): ReturnType<typeof viewTable> {
  const [, setHere] = useState(false)
  useEffect(() => {
    if (isNeeded)
      loadViewTable().then(
        () => setHere(true),
        () => {}, // the view shows that it could not load
      )
  }, [isNeeded])
  return viewTable()
}

/** The name of the wallet that a view is about. */
function nameOf(route: FirstRoute, get: Getter): string | undefined {
  if (route.view !== 'ConnectingExternal') return undefined
  const { connectorKey } = route
  return (
    get(connectorsAtom).find(({ key }) => key === connectorKey)?.name ??
    get(optionsAtom)?.customWallets?.find(({ id }) => id === connectorKey)?.name
  )
}
