import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import type * as z from 'zod/mini'
import { ApiError } from '#web/api/api.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './person-page.module.css'

interface PersonAtProps<Schema extends z.ZodMiniType> {
  path: `/api/${string}`
  answer: Schema
  texts: { loading: string; failed: string; missing: string; why: string; all: string }
  /** The list of all. */
  listLink: string
  children: (person: z.output<Schema>, reload: () => Promise<void>) => ReactNode
}

interface PersonPageProps<Schema extends z.ZodMiniType> extends Omit<PersonAtProps<Schema>, 'path'> {
  pathOf: (id: string) => `/api/${string}`
}

/** A person's page, of the number in its address. */
export function PersonPage<Schema extends z.ZodMiniType>({ pathOf, ...page }: PersonPageProps<Schema>) {
  const { id = '' } = useParams()
  // Number 0 is nobody's: it stands for an address without a number.
  const path = pathOf(/^\d+$/.test(id) ? id : '0')
  return <PersonAt key={path} path={path} {...page} />
}

function PersonAt<Schema extends z.ZodMiniType>({ path, answer, texts, listLink, children }: PersonAtProps<Schema>) {
  const { data, error, isLoading, reload } = useApi(path, answer)
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="search"
        title={texts.missing}
        action={
          <ButtonLink look="secondary" icon="arrow-left" to={listLink}>
            {texts.all}
          </ButtonLink>
        }
      >
        <p>{texts.why}</p>
      </EmptyState>
    )
  return (
    <div className={classes(common.stack, common.gap5)}>
      {error !== null && <LoadFailed title={texts.failed} error={error} isLoading={isLoading} onRetry={reload} />}
      {data ? children(data, reload) : error === null && <Loading text={texts.loading} />}
    </div>
  )
}

export function PersonSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes(common.stack, common.gap2)} aria-labelledby={heading}>
      <h3 id={heading} className={common.larger}>
        {title}
      </h3>
      {children}
    </section>
  )
}

export const PersonFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={common.digits}>{children}</dd>
  </div>
)

const Loading = ({ text }: { text: string }) => (
  <div className={classes(common.stack, common.gap5)}>
    <p className="visually-hidden" role="status">
      {text}
    </p>
    <Skeleton shape="block" className={style.low} />
    <Skeleton shape="block" className={style.tall} />
  </div>
)
