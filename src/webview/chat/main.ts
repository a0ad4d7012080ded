import './chatApp.ts';

document.body.append(document.createElement('lt-chat'));
