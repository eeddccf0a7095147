; Links that begin with plimsoll: start Plimsoll. What follows -- is no switch, whatever it says.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\plimsoll" "" "URL:Plimsoll"
  WriteRegStr SHELL_CONTEXT "Software\Classes\plimsoll" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\plimsoll\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\plimsoll"
!macroend
