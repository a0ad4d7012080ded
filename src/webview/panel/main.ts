import './panelApp.ts';

document.body.append(document.createElement('lt-panel'));
