import type { PanelReplies, PanelRequest } from '../../shared/panelRequest.ts';
import type { HostConnection } from '../hostConnection.ts';

/** The functions with which the elements of the panel send requests to the host and show errors. */
export interface PanelHost {
  readonly ask: HostConnection<PanelRequest, PanelReplies>['ask'];
  /** Sends a request without waiting for the reply. A failure is shown in the panel's message line. */
  readonly tell: (request: PanelRequest) => void;
  readonly showError: (error: unknown) => void;
  /** Shows a message in the chat. */
  readonly showMessage: (id: string) => void;
}
