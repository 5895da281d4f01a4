// Whether this deployment serves one hospital or several; said once at start.

export type Deployment = 'single' | 'hosted'

let kind: Deployment = 'single'

export function setDeployment(to: Deployment): void {
  kind = to
}

export const deployment = (): Deployment => kind
