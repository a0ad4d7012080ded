import { css } from 'lit';

export const rulesStyle = css`
  lt-rules {
    display: block;
  }
  lt-rules li {
    display: flex;
    align-items: flex-start;
    gap: 2px;
    padding: 2px 0;
  }
  lt-rules .rule {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  lt-rules .origin {
    display: block;
    font-size: 0.92em;
  }
  lt-rules .is-struck {
    color: var(--lt-muted);
    text-decoration: line-through;
  }
  lt-rules p {
    margin: 4px 0;
  }
  lt-rules .warning {
    color: var(--lt-warning);
  }
  lt-rules .add {
    margin-top: 6px;
  }
`;
