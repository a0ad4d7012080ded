import { css } from 'lit';

/** Styles text and tables in the panel’s wide column, and tables in the preview. */
export const detailStyle = css`
  .detail h2 {
    margin: 0;
    font-size: 1.25em;
    font-weight: 600;
  }
  .detail h2 .muted {
    font-size: 0.8em;
    font-weight: normal;
  }
  .detail h3 {
    display: flex;
    gap: 8px;
    align-items: baseline;
    margin: 16px 0 4px;
    padding-top: 8px;
    border-top: 1px solid var(--lt-border);
    font-size: 1em;
    font-weight: 600;
  }
  .detail h3 > .figure {
    margin-inline-start: auto;
    font-weight: normal;
  }
  .detail h4 {
    margin: 8px 0 0;
    font-size: 0.92em;
    font-weight: normal;
    color: var(--lt-muted);
  }
  .detail p {
    margin: 2px 0 6px;
  }
  .detail .wrap {
    white-space: normal;
  }
  .detail code {
    font-family: var(--lt-mono);
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  .detail .written {
    max-height: 320px;
    margin: 4px 0;
    padding: 8px;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    border: 1px solid var(--lt-border);
    border-radius: 3px;
  }
  .detail .samples {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
    align-items: baseline;
  }
  .figures {
    width: 100%;
    margin: 6px 0;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .figures th,
  .figures td {
    padding: 2px 0 2px 12px;
    text-align: end;
    font-weight: normal;
    white-space: nowrap;
  }
  .figures th:first-child {
    width: 100%;
    max-width: 0;
    padding-inline-start: 0;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
  }
  /* The first column of a receipt has explanations, which may need a second line. */
  .receipt th:first-child {
    max-width: none;
    overflow: visible;
    white-space: normal;
  }
  .detail .about-marks {
    margin-top: 16px;
    padding-top: 8px;
    border-top: 1px solid var(--lt-border);
  }
  .about-marks + section > h3 {
    margin-top: 4px;
    border-top: 0;
  }
  .figures thead th {
    color: var(--lt-muted);
    border-bottom: 1px solid var(--lt-border);
  }
  .figures tr.current th {
    font-weight: 600;
  }
`;
