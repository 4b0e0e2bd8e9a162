"""`python -m service` is `consigliere`."""

from service.cli.main import main

main()
