import { keepFocus } from '../base/keptFocus.ts';
import './panelApp.ts';

keepFocus('.head-buttons vscode-button:not([disabled])');
document.body.append(document.createElement('lt-panel'));
